CREATE TABLE "newsletter_senders" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_sending_slots" (
	"number" integer PRIMARY KEY NOT NULL,
	"free_at" timestamp with time zone NOT NULL
);
