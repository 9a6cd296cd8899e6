"""Workshop: what any work needs and no content: processes, the one writer, source hashes, a server."""
