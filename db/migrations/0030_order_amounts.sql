CREATE TABLE "order_disputes" (
	"id" text NOT NULL,
	"order_id" uuid NOT NULL,
	"standing" text NOT NULL,
	"amount_cents" integer,
	"due_at" timestamp with time zone,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_disputes_order_id_id_pk" PRIMARY KEY("order_id","id")
);
--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "given_back_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "test_deliveries" ADD COLUMN "amount_cents" integer;--> statement-breakpoint
ALTER TABLE "book_editions" ADD COLUMN "source_sha256" text;--> statement-breakpoint
ALTER TABLE "book_editions" ADD COLUMN "unstamped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_disputes" ADD CONSTRAINT "order_disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
-- Until now disputes stood in the log alone, each about all of its payment.
INSERT INTO "order_disputes" ("id", "order_id", "standing", "due_at", "told_at")
SELECT
	split_part(m.detail, ' ', 2),
	m.order_id,
	CASE WHEN bool_or(m.detail LIKE '% lost') THEN 'lost' WHEN bool_or(m.detail LIKE '% won') THEN 'won' ELSE 'open' END,
	CASE WHEN bool_or(m.detail ~ ' (won|lost)$') THEN NULL ELSE max(o.dispute_due_at) END,
	max(m.at)
FROM "order_moves" m
JOIN "orders" o ON o.id = m.order_id
WHERE m.detail ~ '^dispute \S+( won| lost)?$'
GROUP BY 1, 2;--> statement-breakpoint
UPDATE "orders" SET "given_back_cents" = "refunded_cents"
WHERE "refunded_cents" > 0 AND NOT EXISTS (SELECT FROM "order_disputes" d WHERE d.order_id = "orders".id AND d.standing = 'lost');
