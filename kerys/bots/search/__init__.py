"""Tree search over imagined worlds, compiled: workspace, one-step choices, tree, bots."""
