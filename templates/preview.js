// The preview: shows the page in a frame, brings in each new state of it, and tells what a passage is.
'use strict';

const part = id => document.getElementById(id);
let state = null;  // the last state.json
let frame = null;  // the page that is shown
let chosen = [];   // ids of the passages in the panel
let lost = false;
let goal = location.hash;  // where to begin on a page that is newly gone to
let notice = '';

// --- states: the newest one wins, however fast they come ----------------------------------------------------

let wanted = false, busy = false;

async function refresh() {
  wanted = true;
  if (busy) return;
  busy = true;
  while (wanted) {
    wanted = false;
    try {
      await show(await stateOf(new URLSearchParams(location.search).get('page') ?? ''));
    } catch { lost = true; }
  }
  busy = false;
  tell();
}

// The state of a page; of the one with which the preview begins, where there is none of that address.
async function stateOf(address) {
  const known = /^(\/[\w-]+)+\.html$/.test(address);
  const answer = await fetch(known ? `${address}.json` : '/state.json', {cache: 'no-store'});
  return answer.status === 404 && known ? stateOf('') : answer.json();
}

async function show(next) {
  if (state && next.shell !== state.shell) return location.reload();
  const same = state && next.asked === state.asked;
  const isNew = next.page && !(same && next.page === state.page);
  state = next;
  if (!same) chosen = [];
  if (isNew) await bring(next, same);
  else if (!next.page) { frame?.remove(); frame = null; }
  document.title = `${next.error ? 'Error' : 'Preview'}: ${next.tag}`;
  part('error').hidden = !next.error;
  part('error').textContent = next.error ? `discordant: ${next.error}` : '';
  annotate();
  fillPages();
  fillList();
  fillCards();
}

function go(address, place) {
  goal = place;
  history.pushState(null, '', `?page=${encodeURIComponent(address)}`);
  refresh();
}

// The new page is made ready behind the old one, then takes its place, where the reader is.
function bring(next, same) {
  return new Promise(done => {
    const coming = document.createElement('iframe');
    coming.className = 'coming';
    coming.title = 'The page';
    coming.src = `${next.address}?${next.page.slice(0, 12)}${same ? '' : goal}`;
    coming.onload = () => {
      coming.onload = null;
      if (same) carryOver(frame, coming);
      const focused = frame && document.activeElement === frame;
      frame?.remove();
      frame = coming;
      frame.className = '';
      if (focused) frame.focus();
      watchClicks(frame.contentDocument);
      done();
    };
    part('page').append(coming);
  });
}

function carryOver(from, to) {
  if (!from) return;
  const [before, after] = [from, to].map(one => one.contentDocument);
  const unfolded = [...before.querySelectorAll('details')].map(details => details.open);
  after.querySelectorAll('details').forEach((details, place) => { details.open = unfolded[place] ?? details.open; });
  const anchor = marks(before).find(mark => mark.getBoundingClientRect().bottom > 0 && mark.getClientRects().length);
  const same = anchor && marks(after).filter(mark => mark.dataset.block === anchor.dataset.block)
    [marks(before).filter(mark => mark.dataset.block === anchor.dataset.block).indexOf(anchor)];
  const top = same
    ? to.contentWindow.scrollY + same.getBoundingClientRect().top - anchor.getBoundingClientRect().top
    : from.contentWindow.scrollY;
  to.contentWindow.scrollTo({top, left: from.contentWindow.scrollX, behavior: 'instant'});
}

// --- passages -----------------------------------------------------------------------------------------------

const marks = page => [...page.querySelectorAll('[data-block]')];
const block = id => state.blocks.find(one => one.id === id);
const worded = one => one.faults.map(fault => `${fault.warning ? 'perhaps: ' : ''}the translation ${fault.what}`);
const MARKED = {missing: 'missing', absent: 'missing', stale: 'stale', fuzzy: 'missing'};
const isUnreviewed = one => one.status === 'translated' && !one.reviewed;
// Unreviewed passages are marked where somebody reviews, or asks which they are: else it would be all of them.
const marksReviews = () => part('filter').value === 'unreviewed' || state.blocks.some(one => one.reviewed);
const markOf = one => MARKED[one.status] ?? (isUnreviewed(one) && marksReviews() ? 'unreviewed' : '');
const isOpen = one => !['translated', 'faulty', 'source'].includes(one.status);

// Elements that show each block: marked text, and labels, which bear no mark but their words.
function shown() {
  const found = new Map();
  const add = (id, element) => found.get(id)?.push(element) ?? found.set(id, [element]);
  if (!frame) return found;
  const page = frame.contentDocument;
  for (const mark of marks(page)) add(mark.dataset.block, mark);
  for (const label of page.querySelectorAll(`${WORDED}, [aria-label]`))
    if (label.localName !== 'use') for (const id of idsOf(label)) add(id, label);
  return found;
}

const WORDED = 'svg text, .choose h1, .choose p';
const shownBy = id => shown().get(id) ?? [];
const wordsOf = element => (element.matches(WORDED) ? element.textContent : element.getAttribute('aria-label')) ?? '';
const idsOf = element => Object.hasOwn(state.labels, wordsOf(element)) ? state.labels[wordsOf(element)] : [];

function idsAt(element) {
  for (let one = element; one; one = one.parentElement) {
    if (one.dataset?.block) return [one.dataset.block];
    if (idsOf(one).length) return idsOf(one);
  }
  return [];
}

const STYLE = `
[data-block], svg text { cursor: pointer }
[data-block]:hover { outline: 1px dashed currentColor; outline-offset: 2px }
[data-preview-fault] { text-decoration: underline wavy #c3261d; outline: 1px solid #c3261d }
[data-preview-fault]:not(text, math, svg)::after { content: attr(data-preview-fault); display: inline-block; width: 100%; margin: .2em 0; padding: .2em .5em; color: #8c100b; background: #fff; border: 1px solid #c3261d; font: normal 400 .875rem/1.4 system-ui, sans-serif; white-space: normal }
[data-preview-state=missing] { background: #f3b64c40; outline: 1px solid #b97a00 }
[data-preview-state=stale] { background: #6ca6ea40; outline: 1px dashed #2f69ad }
[data-preview-state=unreviewed] { text-decoration: underline dotted 2px #77797f; text-underline-offset: .25em }
text[data-preview-state=missing] { fill: #96610a; text-decoration: underline }
text[data-preview-state=stale] { fill: #2f69ad; text-decoration: underline dashed }
[data-preview-chosen] { outline: 2px solid #2f69ad !important; outline-offset: 2px }
@media print { [data-preview-fault], [data-preview-state], [data-preview-chosen] { outline: 0 !important; background: none !important; text-decoration: none } [data-preview-fault]::after { display: none !important } }`;

function annotate() {
  if (!frame) return;
  const page = frame.contentDocument;
  if (!page.querySelector('style[data-preview]')) {
    const style = page.createElement('style');
    style.dataset.preview = '';
    style.textContent = STYLE;
    page.head.append(style);
  }
  for (const name of ['data-preview-fault', 'data-preview-state'])
    for (const old of page.querySelectorAll(`[${name}]`)) old.removeAttribute(name);
  const elements = shown();
  for (const one of state.blocks) for (const element of elements.get(one.id) ?? []) {
    if (one.faults.length) element.setAttribute('data-preview-fault', `${one.id}: ${worded(one).join('. ')}`);
    if (markOf(one)) element.setAttribute('data-preview-state', markOf(one));
  }
  markChosen();
}

function markChosen() {
  if (!frame) return [];
  for (const old of frame.contentDocument.querySelectorAll('[data-preview-chosen]')) old.removeAttribute('data-preview-chosen');
  const elements = chosen.flatMap(shownBy);
  for (const element of elements) element.setAttribute('data-preview-chosen', '');
  return elements;
}

function watchClicks(page) {
  page.addEventListener('click', event => {
    const link = event.target.closest('a[href]');
    if (link && !link.getAttribute('href').startsWith('#')) {
      event.preventDefault();
      const to = new URL(link.href);
      if (to.origin === location.origin && state.pages.some(each => each.address === to.pathname)) return go(to.pathname, to.hash);
      notice = to.origin === location.origin ? 'not part of a preview: `discordant build` makes it' : 'a link that leads elsewhere';
      tell();
    }
    const selection = page.getSelection();
    if (selection && !selection.isCollapsed) return;
    const ids = idsAt(event.target);
    if (ids.length) choose(ids, false);
  });
  page.addEventListener('keydown', event => { if (event.key === 'Escape' && !page.querySelector(':popover-open')) open(false); });
}

function choose(ids, goThere) {
  chosen = ids;
  open(true);
  fillCards();
  const [first] = markChosen();
  if (first) {
    if (goThere) first.closest('details')?.setAttribute('open', '');
    first.scrollIntoView({block: goThere ? 'center' : 'nearest', behavior: 'instant'});  // the panel takes room
  }
  for (const button of part('list').querySelectorAll('button')) markCurrent(button);
}

function step(by) {
  const ids = listed().map(one => one.id);
  if (!ids.length) return;
  const place = ids.indexOf(chosen[0]);
  choose([ids[place < 0 ? (by > 0 ? 0 : ids.length - 1) : (place + by + ids.length) % ids.length]], true);
}

// --- the panel ----------------------------------------------------------------------------------------------

const MEANING = {
  translated: 'translated',
  source: 'the source language',
  absent: 'not in the catalog; `discordant locale update` puts it there',
  missing: 'not translated; the page shows English',
  faulty: 'cannot be used; the page shows English',
  fuzzy: 'fuzzy: to be checked; the page shows English',
  stale: 'the English has changed since; the page shows English; `discordant locale update` marks what changed',
};

function make(name, text, attributes = {}) {
  const element = document.createElement(name);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function card(one) {
  const fields = make('dl', '');
  const add = (name, text, attributes) => { if (text) fields.append(make('dt', name), make('dd', text, attributes)); };
  add('Faults', worded(one).join('\n'), {class: 'faults'});
  add('English', one.english, {lang: 'en', dir: 'ltr'});
  add('Translation', one.translation, {lang: state.tag, dir: state.direction});
  add('State', MEANING[one.status] + (one.reviewed ? ', reviewed' : ''));
  add('Note', one.note);
  add('Catalog', one.place, {class: 'place'});
  add('English source', one.source, {class: 'place'});
  if (!shownBy(one.id).length) add('Where', 'not seen on this page: in its head, another file, or nowhere at the moment');
  const whole = make('article', '', {'data-id': one.id});
  whole.append(make('h2', one.id), fields);
  return whole;
}

function fillCards() {
  part('cards').replaceChildren(...chosen.map(block).filter(Boolean).map(card));
}

const GROUPS = ['open on this page', 'on this page', 'open elsewhere', 'elsewhere'];
const groupOf = one => (state.here.includes(one.id) ? 0 : 2) + (isOpen(one) ? 0 : 1);

// What is open on this page comes first, and what is on it before all else.
function listed() {
  const kept = {all: () => true, faults: one => one.faults.length, open: isOpen, unreviewed: isUnreviewed}[part('filter').value];
  const found = state ? state.blocks.filter(kept) : [];
  return GROUPS.flatMap((name, group) => found.filter(one => groupOf(one) === group));
}

function fillPages() {
  const names = Object.groupBy(state.pages, each => each.tag);
  part('pages').replaceChildren(...Object.entries(names).map(([tag, pages]) => {
    const group = make('optgroup', '', {label: tag});
    group.append(...pages.map(each => make('option', each.name + (each.open ? ` – ${each.open} open` : ''), {value: each.address})));
    return group;
  }));
  part('pages').value = state.asked;
}

function fillList() {
  const focused = document.activeElement?.dataset.id, all = listed();
  part('list').replaceChildren(...all.flatMap((one, place) => {
    const button = make('button', one.id + (one.faults.length ? ' – fault' : isOpen(one) ? ` – ${one.status}` : ''),
      {type: 'button', 'data-id': one.id});
    if (one.faults.length) button.className = 'fault';
    button.addEventListener('click', () => choose([one.id], true));
    markCurrent(button);
    if (one.id === focused) queueMicrotask(() => button.focus({preventScroll: true}));
    const item = make('li', '');
    item.append(button);
    const isFirst = !place || groupOf(all[place - 1]) !== groupOf(one);
    return isFirst ? [make('li', GROUPS[groupOf(one)], {class: 'group'}), item] : [item];
  }));
}

function markCurrent(button) {
  if (chosen.includes(button.dataset.id)) button.setAttribute('aria-current', 'true');
  else button.removeAttribute('aria-current');
}

function open(whether) {
  const held = part('panel').contains(document.activeElement);
  part('panel').hidden = !whether;
  part('toggle').setAttribute('aria-expanded', String(whether));
  if (!whether) { chosen = []; markChosen(); fillCards(); if (held) part('toggle').focus(); }
}

// --- the corner ---------------------------------------------------------------------------------------------

function tell() {
  if (lost || !state) { part('status').textContent = lost ? 'the preview has ended; start it again' : ''; return; }
  const faults = state.blocks.filter(one => one.faults.length).length, left = state.blocks.filter(isOpen);
  const here = left.filter(one => state.here.includes(one.id)).length;
  part('status').textContent = [
    state.tag, state.name, `built ${state.time} in ${state.seconds.toFixed(2)} s`,
    faults && `${faults} with faults`, left.length && `${left.length} not translated, ${here} of them on this page`, notice,
  ].filter(Boolean).join(' · ');
  notice = '';
}

part('toggle').addEventListener('click', () => open(part('panel').hidden));
part('close').addEventListener('click', () => open(false));
part('previous').addEventListener('click', () => step(-1));
part('next').addEventListener('click', () => step(1));
part('filter').addEventListener('change', () => { fillList(); annotate(); });
part('pages').addEventListener('change', () => go(part('pages').value, ''));
addEventListener('popstate', () => { goal = ''; refresh(); });
document.addEventListener('keydown', event => { if (event.key === 'Escape') open(false); });

const events = new EventSource('/events');
events.onmessage = () => { lost = false; refresh(); };
events.onerror = () => { lost = true; tell(); };
