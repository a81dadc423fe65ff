"""`mineproof lab`: run experiments, list them, report and compare their results."""
