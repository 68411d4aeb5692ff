-- Customers' own data, devices, restrictions and open actions. The tables follow in the next migrations.
-- phase: expand

create schema client;
grant usage on schema client to portico_app;
