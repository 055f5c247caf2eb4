ALTER TABLE "radio_tracks" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "radio_tracks" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "radio_tracks_changed" ON "radio_tracks" USING btree ("changed_at");