CREATE TABLE "owner_links" (
	"url" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone,
	"trouble" text DEFAULT '' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"is_dead" boolean DEFAULT false NOT NULL
);
