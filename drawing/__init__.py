"""Drawing: each kind of figure, from the sheet that it is drawn on to its bytes.  render.py offers it all."""
