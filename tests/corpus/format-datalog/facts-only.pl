planet(mercury). planet(venus). planet(earth).
star(sun).
orbits(earth, sun).
