value = "late"
