OBSERVATION=()
def observe(state,seat,out): pass
