DROP INDEX "orders_newest";--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id","search_text");