CREATE TABLE "radio_sounds" (
	"recording_id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"title" text NOT NULL,
	"artist" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"sound_key" text,
	"duration_seconds" double precision,
	"loudness_lufs" double precision,
	"true_peak_db" double precision,
	"broken_frames" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "radio_sounds_due" ON "radio_sounds" USING btree ("state","next_try_at");--> statement-breakpoint
CREATE INDEX "radio_sounds_changed" ON "radio_sounds" USING btree ("changed_at");