"""Each: a test that is run with many cases in a loop, and says with which one it fails."""

import functools
import inspect


def each(argument, cases):
    """Give a test's argument each of many cases in turn: one item where parametrizing would make hundreds."""

    def decorate(test):
        @functools.wraps(test)
        def run(*given, **named):
            for number, case in enumerate(cases):
                try:
                    test(*given, **named, **{argument: case})
                except Exception as error:
                    error.add_note(f"with {argument} number {number}: {str(case)[:500]}")
                    raise

        signature = inspect.signature(test)
        others = [parameter for name, parameter in signature.parameters.items() if name != argument]
        run.__signature__ = signature.replace(parameters=others)
        return run

    return decorate
