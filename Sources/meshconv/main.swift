print("meshconv")
