"""The five games as people play them: by mouse, finger and keyboard on the drawings themselves."""
