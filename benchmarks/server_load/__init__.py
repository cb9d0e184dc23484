"""The parts of `benchmarks/server.py`: processes, the peer, the site, the driver, the report."""
