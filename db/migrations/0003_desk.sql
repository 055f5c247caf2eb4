CREATE TYPE "public"."submission_state" AS ENUM('received', 'in_review', 'accepted', 'declined', 'withdrawn');--> statement-breakpoint
CREATE TABLE "content_drafts" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"data" jsonb NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_drafts_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "content_edits" (
	"revision" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_edits_revision_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"act" text NOT NULL,
	"data" jsonb,
	"actor" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_acts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor" text NOT NULL,
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code_hash" text NOT NULL,
	"guesses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "owner_dismissals" (
	"need_key" text PRIMARY KEY NOT NULL,
	"said" text NOT NULL,
	"until" timestamp with time zone,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "owner_sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "radio_tracks" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"artist" text NOT NULL,
	"album" text DEFAULT '' NOT NULL,
	"genre" text DEFAULT '' NOT NULL,
	"storage_key" text NOT NULL,
	"duration_seconds" double precision NOT NULL,
	"is_in_rotation" boolean DEFAULT true NOT NULL,
	"awaits_first_play" boolean DEFAULT true NOT NULL,
	"outside_state" text DEFAULT 'none' NOT NULL,
	"outside_media_id" text,
	"outside_fault" text DEFAULT '' NOT NULL,
	"outside_tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_moves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"submission_id" uuid NOT NULL,
	"step" text NOT NULL,
	"actor" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"state" "submission_state" NOT NULL,
	"artist_name" text NOT NULL,
	"artist_email" text NOT NULL,
	"song_title" text NOT NULL,
	"album_name" text DEFAULT '' NOT NULL,
	"genre" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"artist_website" text DEFAULT '' NOT NULL,
	"artist_social" text DEFAULT '' NOT NULL,
	"isrc" text DEFAULT '' NOT NULL,
	"label_name" text DEFAULT '' NOT NULL,
	"producer_name" text DEFAULT '' NOT NULL,
	"publishing_org" text DEFAULT '' NOT NULL,
	"consent_text" text NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"consent_address" text NOT NULL,
	"file_name" text NOT NULL,
	"audio_key" text NOT NULL,
	"audio_bytes" bigint NOT NULL,
	"audio_sha256" text NOT NULL,
	"facts" jsonb NOT NULL,
	"checks" jsonb,
	"checked_at" timestamp with time zone,
	"check_attempts" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "submissions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "radio_plays" ADD COLUMN "peak_listeners" integer;--> statement-breakpoint
ALTER TABLE "submission_moves" ADD CONSTRAINT "submission_moves_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_edits_of" ON "content_edits" USING btree ("kind","key","revision");--> statement-breakpoint
CREATE INDEX "owner_acts_of" ON "owner_acts" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "owner_acts_at" ON "owner_acts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "radio_tracks_due" ON "radio_tracks" USING btree ("outside_state","next_try_at");--> statement-breakpoint
CREATE INDEX "submission_moves_of" ON "submission_moves" USING btree ("submission_id","at");--> statement-breakpoint
CREATE INDEX "submissions_by_state" ON "submissions" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "submissions_by_date" ON "submissions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "submissions_by_hash" ON "submissions" USING btree ("audio_sha256");--> statement-breakpoint
CREATE INDEX "submissions_by_email" ON "submissions" USING btree ("artist_email");--> statement-breakpoint
CREATE INDEX "radio_plays_of" ON "radio_plays" USING btree ("recording_id","starts_at_ms");