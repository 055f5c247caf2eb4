CREATE TABLE "newsletter_returned_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"delivery_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"sender" text NOT NULL,
	"excerpt" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"fingerprint" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD COLUMN "blocks_settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_readings" ADD COLUMN "client" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_returned_mails" ADD CONSTRAINT "newsletter_returned_mails_delivery_id_newsletter_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."newsletter_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_returned_mails_once" ON "newsletter_returned_mails" USING btree ("delivery_id","fingerprint");--> statement-breakpoint
CREATE INDEX "newsletter_returned_mails_open" ON "newsletter_returned_mails" USING btree ("at","id") WHERE settled_at IS NULL;--> statement-breakpoint
CREATE INDEX "newsletter_readings_clients" ON "newsletter_readings" USING btree ("issue_id","client") WHERE client <> '';--> statement-breakpoint
CREATE INDEX "newsletter_readings_blocks" ON "newsletter_readings" USING btree ("issue_id","delivery_id") WHERE kind = 'block';