CREATE TABLE "site_counts" (
	"day" date NOT NULL,
	"metric" text NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "site_counts_day_metric_key_pk" PRIMARY KEY("day","metric","key")
);
