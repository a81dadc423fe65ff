"""The vocabulary of inference: problems, clauses, proofs, their checker and their wording."""
