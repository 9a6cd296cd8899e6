from experiment import SCENARIOS, case

for name, counts in SCENARIOS.items():
    result = case(*counts)
    print(f"Comparison {name}")
    print("  accuracy of A, of B ", float(result["A_accuracy"]), float(result["B_accuracy"]))
    print("  discordant cases    ", result["discordant"])
    print("  exact p-value       ", float(result["exact_p"]))
    print("  paired std. error   ", result["paired_standard_error"])
