-- Backups that were made, and the pause of a database that was restored from one (docs/decisions/055).
CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"place" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"bytes" bigint,
	"error" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "backup_runs_started" ON "backup_runs" USING btree ("started_at");--> statement-breakpoint
CREATE TABLE "restored_copies" (
	"id" integer PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"restored_at" timestamp with time zone NOT NULL,
	CONSTRAINT "restored_copies_one" CHECK (id = 1)
);
--> statement-breakpoint
-- Texts of mails go when they are no longer needed (docs/decisions/057).
ALTER TABLE "mail_outbox" ADD COLUMN "body_removed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "mail_outbox_created" ON "mail_outbox" USING btree ("created_at");
