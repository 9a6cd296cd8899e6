"""Files of results for tests, written from texts."""


def files(folder, *texts, suffix="csv"):
    """Write each text into a file of its own, a.csv, b.csv and so on, and give their paths."""
    paths = []
    for name, text in zip("abcdefgh", texts, strict=False):
        path = folder / f"{name}.{suffix}"
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        paths.append(path)
    return paths
