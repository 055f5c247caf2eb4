ALTER TABLE "submissions" ADD COLUMN "attempt" text;--> statement-breakpoint
CREATE INDEX "submissions_unchecked" ON "submissions" USING btree ("created_at") WHERE "submissions"."checks" is null;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_attempt_unique" UNIQUE("attempt");