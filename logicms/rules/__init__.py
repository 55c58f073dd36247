"""First-order rules over finite sets, and how they become statements of a problem: by instantiation."""
