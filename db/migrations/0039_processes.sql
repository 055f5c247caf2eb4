-- The processes of the site: which roles run, on which hosts, with which files and clocks.
CREATE TABLE "site_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"version" text NOT NULL,
	"host" text NOT NULL,
	"storage_id" text NOT NULL,
	"clock_offset_ms" integer NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Every process announces the same plan of the station at once. The count of listeners changes no plan.
CREATE TRIGGER "radio_plays_changed" AFTER INSERT OR UPDATE OF "recording_id", "starts_at_ms" ON "radio_plays"
	FOR EACH ROW EXECUTE FUNCTION notify_site_changes();
