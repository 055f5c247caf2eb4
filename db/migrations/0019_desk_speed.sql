-- As `fingerprint` in platform/secrets.ts: what is kept of a suppressed address. The database cannot know that the encoding never changes; we do.
CREATE FUNCTION "address_fingerprint"(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN left(encode(sha256(convert_to(address, 'UTF8')), 'hex'), 32);--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "email_fingerprint" text GENERATED ALWAYS AS (address_fingerprint(email)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "is_writable" boolean GENERATED ALWAYS AS (email ~ '^[!-~]+@[!-~]+$' AND email !~ '[,;<>()"\\]|@.*@') STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "subscribers_of_fingerprint" ON "subscribers" USING btree ("email_fingerprint");--> statement-breakpoint
CREATE INDEX "subscribers_reachable" ON "subscribers" USING btree ("status","is_writable","frequency");--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_sent" ON "newsletter_deliveries" USING btree ("issue_id","sent_at") WHERE state = 'sent';--> statement-breakpoint
-- Finds words inside names and addresses without reading everybody. A database that cannot have the extension searches too, only more slowly.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX IF NOT EXISTS "subscribers_words" ON "subscribers" USING gin ("search_text" gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'subscribers are searched without an index: %', SQLERRM;
END $$;
