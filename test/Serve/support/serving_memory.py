"""What processes take."""
import pathlib
import re


def memory(pid):
    """Proportional memory of a process in MB."""
    return int(re.search(r'^Pss:\s+(\d+)', pathlib.Path(f'/proc/{pid}/smaps_rollup').read_text(), re.M)[1]) / 1024
