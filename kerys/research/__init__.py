"""Both games for researchers: batches on CPU and GPU, standard environments, data."""

from kerys.research.batch import Batch

__all__ = ["Batch"]
