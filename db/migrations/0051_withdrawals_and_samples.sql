ALTER TABLE "orders" ADD COLUMN "is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
-- The owner was emailed about earlier ones, and their period is over.
UPDATE "withdrawals" SET "handled_at" = now() WHERE "order_id" IS NULL AND "declared_at" < now() - interval '14 days';--> statement-breakpoint
CREATE INDEX "withdrawals_unmatched" ON "withdrawals" USING btree ("declared_at") WHERE order_id is null and handled_at is null;