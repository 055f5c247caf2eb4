ALTER TABLE "radio_tracks" ADD COLUMN "first_played_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "radio_tracks" ADD COLUMN "outside_plays" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "radio_tracks" ADD COLUMN "outside_play_id" bigint;--> statement-breakpoint
ALTER TABLE "radio_tracks" ADD COLUMN "outside_peak_listeners" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "radio_tracks" ADD COLUMN "outside_last_played_at" timestamp with time zone;