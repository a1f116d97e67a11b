"""Pictures for their own sake: small files of data become cells, with twins for terminals that show fewer signs."""
