-- Finds words inside orders without reading all of them. A database that cannot have the extension searches too, only more slowly.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX IF NOT EXISTS "orders_words" ON "orders" USING gin ("search_text" gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'orders are searched without an index: %', SQLERRM;
END $$;
