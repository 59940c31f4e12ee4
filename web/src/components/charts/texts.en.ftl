charts-range = Time span
charts-24h = 24 hours
charts-7d = 7 days
charts-30d = 30 days
charts-since = Measured since { $when }.
charts-table = Show as table
charts-time = Time
