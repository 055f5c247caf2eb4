ALTER TABLE "orders" ADD COLUMN "paid_cents" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dispute_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(code || ' ' || email || ' ' || book_title || ' ' || coalesce(payment_id, ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("created_at") WHERE cardinality(needs_owner) > 0;--> statement-breakpoint
UPDATE "orders" SET "paid_cents" = "price_cents" WHERE "state" IN ('fulfilled', 'disputed', 'refunded');--> statement-breakpoint
UPDATE "orders" SET "refunded_cents" = "price_cents" WHERE "state" = 'refunded';
