CREATE TABLE "imported_tracks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sha256" text NOT NULL,
	"file_name" text NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"duration_seconds" double precision NOT NULL,
	"bitrate_kbps" integer NOT NULL,
	"title" text NOT NULL,
	"artist" text NOT NULL,
	"album" text DEFAULT '' NOT NULL,
	"genre" text DEFAULT '' NOT NULL,
	"year" integer,
	"bpm" integer,
	"cover" text DEFAULT '' NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"use" text DEFAULT 'later' NOT NULL,
	"added_at" timestamp with time zone,
	"actor" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imported_tracks_sha256_unique" UNIQUE("sha256")
);
--> statement-breakpoint
ALTER TABLE "radio_tracks" ADD COLUMN "art" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "radio_tracks" ADD COLUMN "artist_path" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "imported_tracks_by_use" ON "imported_tracks" USING btree ("use","file_name","id");