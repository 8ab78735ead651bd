-- A shop that rents bicycles out. A rental without days is not over yet.
CREATE TABLE bikes (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, day_price REAL NOT NULL);
CREATE TABLE rentals (
    id INTEGER PRIMARY KEY,
    bike_id INTEGER NOT NULL REFERENCES bikes(id),
    customer TEXT NOT NULL,
    start TEXT NOT NULL, -- YYYY-MM-DD
    days INTEGER
);
INSERT INTO bikes VALUES
    (1, 'city', 12.0), (2, 'city', 12.0), (3, 'cargo', 35.0), (4, 'electric', 28.5), (5, 'tandem', 30.0);
INSERT INTO rentals (bike_id, customer, start, days) VALUES
    (1, 'Okafor', '2026-05-02', 3), (3, 'Lindqvist', '2026-05-03', 2), (4, 'Marchetti', '2026-05-06', 4),
    (2, 'Okafor', '2026-05-09', 7), (5, 'Brandt', '2026-05-10', 1), (4, 'Lindqvist', '2026-05-14', 2),
    (3, 'Brandt', '2026-05-18', 4), (4, 'Okafor', '2026-05-23', 3), (1, 'Marchetti', '2026-05-27', NULL),
    (3, 'Lindqvist', '2026-06-01', 6), (5, 'Okafor', '2026-06-02', NULL);
