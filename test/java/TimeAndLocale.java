// java.time: dates, times, zones with transitions, durations, formatting, parsing, errors; Calendar; resource-free locale data.
import java.time.*;
import java.time.chrono.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;

public class TimeAndLocale {
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try {
            System.out.println(n + ": " + b.run());
        } catch (Throwable e) {
            System.out.println(n + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        LocalDate d = LocalDate.of(2024, 2, 29);
        System.out.println(d.plusYears(1) + " " + d.minusMonths(12) + " " + d.getDayOfWeek() + " " + d.isLeapYear() + " "
            + d.with(TemporalAdjusters.lastDayOfMonth()) + " " + d.until(LocalDate.of(2025, 12, 25)) + " "
            + ChronoUnit.DAYS.between(d, LocalDate.of(1970, 1, 1)) + " " + d.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + " "
            + d.atStartOfDay() + " " + d.lengthOfYear());
        ZoneId ny = ZoneId.of("America/New_York"), bln = ZoneId.of("Europe/Berlin");
        ZonedDateTime gap = ZonedDateTime.of(2021, 3, 14, 2, 30, 0, 0, ny), over = ZonedDateTime.of(2021, 11, 7, 1, 30, 0, 0, ny);
        System.out.println(gap + " " + over + " " + over.withLaterOffsetAtOverlap() + " " + over.plusHours(1) + " "
            + gap.withZoneSameInstant(bln) + " " + ny.getRules().isDaylightSavings(gap.toInstant()) + " "
            + bln.getRules().getTransition(LocalDateTime.of(2022, 3, 27, 2, 30)) + " " + bln.getRules().nextTransition(Instant.EPOCH));
        System.out.println(Instant.ofEpochSecond(1_600_000_000, 5) + " " + Instant.parse("2020-01-01T00:00:00.123456789Z").toEpochMilli()
            + " " + Duration.ofSeconds(3661, 5_000_000) + " " + Duration.parse("PT1H30M").toMinutes() + " "
            + Period.parse("P1Y2M3D").plusDays(40) + " " + Duration.between(LocalTime.of(23, 0), LocalTime.of(1, 30)) + " "
            + OffsetDateTime.parse("2020-06-01T10:00:00+05:30").toInstant() + " " + Year.of(1900).isLeap() + " "
            + YearMonth.of(2023, 2).lengthOfMonth() + " " + LocalTime.MAX + " " + Instant.MAX + " "
            + Clock.fixed(Instant.EPOCH, ZoneOffset.UTC).instant());
        DateTimeFormatter f = DateTimeFormatter.ofPattern("EEEE, d. MMMM uuuu HH:mm:ss.SSS zzz", Locale.US);
        System.out.println(f.format(gap) + " | " + f.withLocale(Locale.GERMANY).format(gap) + " | " + f.withLocale(Locale.JAPAN).format(gap)
            + " | " + DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).withLocale(Locale.FRANCE).format(d) + " | "
            + DateTimeFormatter.RFC_1123_DATE_TIME.format(over) + " | " + DateTimeFormatter.ISO_WEEK_DATE.format(d) + " | "
            + LocalDate.parse("03/04/21", DateTimeFormatter.ofPattern("dd/MM/yy")));
        t("bad date", () -> LocalDate.of(2023, 2, 29)); t("bad parse", () -> LocalDate.parse("2023-13-01"));
        t("bad zone", () -> ZoneId.of("Mars/Base")); t("unsupported", () -> d.get(ChronoField.HOUR_OF_DAY));
        t("overflow", () -> LocalDate.MAX.plusDays(1));
        t("bad pattern", () -> DateTimeFormatter.ofPattern("bbb"));
        t("no zone", () -> f.format(LocalDateTime.of(2020, 1, 1, 1, 1)));
        System.out.println(JapaneseDate.from(d) + " " + HijrahDate.from(d) + " " + ThaiBuddhistDate.from(d) + " " + MinguoDate.from(d) + " "
            + ZoneId.getAvailableZoneIds().contains("Asia/Tokyo") + " " + ZoneId.systemDefault() + " " + ZoneOffset.ofHoursMinutes(-3, -30)
            + " " + WeekFields.of(Locale.US).getFirstDayOfWeek() + WeekFields.of(Locale.GERMANY).getFirstDayOfWeek());
        Calendar c = new GregorianCalendar(TimeZone.getTimeZone("Asia/Kathmandu"), Locale.US);
        c.setTimeInMillis(0); c.add(Calendar.MONTH, 13); c.roll(Calendar.DAY_OF_MONTH, -5);
        System.out.println(c.get(Calendar.YEAR) + " " + c.get(Calendar.MONTH) + " " + c.get(Calendar.DAY_OF_MONTH) + " "
            + c.get(Calendar.HOUR_OF_DAY) + " " + c.getTimeZone().getRawOffset() + " " + c.getActualMaximum(Calendar.DAY_OF_MONTH) + " "
            + new Date(0).toInstant() + " " + new GregorianCalendar(1582, Calendar.OCTOBER, 15).get(Calendar.DAY_OF_WEEK));
        Locale l = Locale.forLanguageTag("zh-Hant-TW");
        System.out.println(l + " " + l.getScript() + " " + l.getDisplayLanguage(Locale.US) + " "
            + Locale.GERMANY.getDisplayCountry(Locale.FRANCE) + " " + new Locale("de", "CH").toLanguageTag() + " "
            + Currency.getInstance("JPY").getDefaultFractionDigits() + Currency.getInstance(Locale.US).getSymbol(Locale.US) + " "
            + Locale.lookupTag(Locale.LanguageRange.parse("de-CH,en;q=0.5"), List.of("en", "de")) + " "
            + (Locale.getISOCountries().length > 200) + " " + java.text.DateFormatSymbols.getInstance(Locale.ITALY).getMonths()[0]);
        long n = System.nanoTime(), m = System.currentTimeMillis();
        System.out.println((System.nanoTime() >= n) + " " + (Math.abs(Instant.now().toEpochMilli() - m) < 60_000) + " "
            + (LocalDate.now().getYear() >= 2023) + " " + TimeZone.getDefault().getID());
        Map<String, Integer> zones = new TreeMap<>();
        for (String id : List.of("Europe/London", "Australia/Sydney", "America/Sao_Paulo", "Africa/Cairo", "Asia/Kolkata",
            "Pacific/Apia")) zones.put(id, ZonedDateTime.of(2015, 7, 1, 12, 0, 0, 0, ZoneId.of(id)).getOffset().getTotalSeconds());
        System.out.println(zones);
    }
}
