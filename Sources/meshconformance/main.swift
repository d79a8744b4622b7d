print("meshconformance")
