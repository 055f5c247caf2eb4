ALTER TABLE "voice_sessions" ADD COLUMN "conversation" text;--> statement-breakpoint
ALTER TABLE "voice_sessions" ADD COLUMN "billed_seconds" integer;