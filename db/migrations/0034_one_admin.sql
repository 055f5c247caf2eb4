-- One table of sessions and one log for owner and editors (docs/decisions/048). Every row of the owner's two tables moves over, whoever is
-- signed in stays signed in.
CREATE TYPE "public"."admin_session_kind" AS ENUM('owner', 'editor');--> statement-breakpoint
-- Nothing an older process still writes may fall between the copy and the end of its table.
LOCK TABLE "owner_sessions", "owner_acts" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "admin_sessions" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_sessions" ALTER COLUMN "created_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "kind" "admin_session_kind" DEFAULT 'editor' NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "admin_sessions" SET "seen_at" = "created_at";--> statement-breakpoint
INSERT INTO "admin_sessions" ("id", "token_hash", "kind", "email", "agent", "created_at", "seen_at", "expires_at")
	SELECT "id", "token_hash", 'owner', "email", "agent", "created_at", "seen_at", "expires_at" FROM "owner_sessions";--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_whose" CHECK ((kind = 'editor') = (account_id IS NOT NULL) AND (kind = 'owner') = (email IS NOT NULL));--> statement-breakpoint
DROP TABLE "owner_sessions";--> statement-breakpoint
ALTER TABLE "admin_events" RENAME TO "audit_log";--> statement-breakpoint
ALTER INDEX "admin_events_pkey" RENAME TO "audit_log_pkey";--> statement-breakpoint
ALTER INDEX "admin_events_of" RENAME TO "audit_log_of";--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "at" SET DEFAULT now();--> statement-breakpoint
INSERT INTO "audit_log" ("id", "actor", "act", "subject", "detail", "at")
	SELECT "id", "actor", "act", "subject", "detail", "at" FROM "owner_acts";--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
DROP TABLE "owner_acts";
