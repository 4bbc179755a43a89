"""Paint: drawings become files, print jobs become sheets, boards, documents and exports."""
