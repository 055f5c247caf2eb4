-- Unlogged: written every second, worth nothing after a crash, so it costs no write to disk.
CREATE UNLOGGED TABLE "radio_lease" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "radio_listeners" (
	"process" uuid PRIMARY KEY NOT NULL,
	"listeners" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "radio_plays" (
	"position" bigint PRIMARY KEY NOT NULL,
	"recording_id" text NOT NULL,
	"title" text NOT NULL,
	"artist" text NOT NULL,
	"starts_at_ms" bigint NOT NULL,
	"frame_count" integer NOT NULL,
	"sample_rate" integer NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL
);
