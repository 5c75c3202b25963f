INSERT INTO users (name, mail)
SELECT 'user' || i, 'user' || i || '@example.org' FROM generate_series(1, 100000) i
ON CONFLICT DO NOTHING;
