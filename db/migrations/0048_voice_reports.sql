CREATE TABLE "venue_reports" (
	"guest_id" text NOT NULL,
	"reporter" text NOT NULL,
	"guest_name" text NOT NULL,
	"hall" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "venue_reports_guest_id_reporter_pk" PRIMARY KEY("guest_id","reporter")
);
--> statement-breakpoint
CREATE INDEX "venue_reports_at" ON "venue_reports" USING btree ("at");