ALTER TABLE "radio_tracks" DROP COLUMN "is_in_rotation";--> statement-breakpoint
ALTER TABLE "radio_tracks" DROP COLUMN "awaits_first_play";