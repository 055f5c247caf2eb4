CREATE TABLE "artist_posters" (
	"youtube_id" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone,
	"trouble" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform_sites" (
	"url" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"site" jsonb,
	"trouble" text DEFAULT '' NOT NULL
);
