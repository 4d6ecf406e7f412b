import java.util.ArrayList;
import java.util.List;

/** Values whose names say that they are secret are not shown, compared, summed or hashed; others are, and what an option took out of the list. */
public class Secrets extends Client {
    static final String CONTENT = "S3CR3T";
    static final String[] NAMES = {
        "password", "userPassword", "PASSWORD", "pass_word", "passwd", "passwort", "passphrase", "passcode", "pwd", "dbPwd", "pass", "userPass",
        "keyPass", "storepass", "secret", "clientSecret", "secrets", "token", "accessToken", "tokens", "authorization", "Authorization", "auth",
        "basicAuth", "oauthCode", "bearer", "jwt", "cookie", "setCookie", "sessionId", "session_id", "sessionKey", "sid", "csrf", "xsrfValue",
        "apiKey", "api_key", "APIKEY", "accessKey", "privateKey", "private_key", "signingKey", "encryptionKey", "masterKey", "credential",
        "credentials", "salt", "otp", "totp", "pin", "userPin", "PIN", "pinCode", "securityCode", "verificationCode", "cardNumber", "card_no",
        "creditCard", "debitCard", "pan", "cvv", "cvv2", "cvc", "ssn", "socialSecurity", "taxId", "passport", "accountNumber", "shoeSize"};
    static final String[] SHOWN = {"spin", "span", "compass", "author", "inside", "mapping", "keyboard", "cartNumber", "iban"};

    String password = CONTENT, userPassword = CONTENT, PASSWORD = CONTENT, pass_word = CONTENT, passwd = CONTENT, passwort = CONTENT, passphrase =
        CONTENT, passcode = CONTENT, pwd = CONTENT, dbPwd = CONTENT, pass = CONTENT, userPass = CONTENT, keyPass = CONTENT, storepass = CONTENT,
        secret = CONTENT, clientSecret = CONTENT, secrets = CONTENT, token = CONTENT, accessToken = CONTENT, tokens = CONTENT, authorization =
        CONTENT, Authorization = CONTENT, auth = CONTENT, basicAuth = CONTENT, oauthCode = CONTENT, bearer = CONTENT, jwt = CONTENT, cookie = CONTENT,
        setCookie = CONTENT, sessionId = CONTENT, session_id = CONTENT, sessionKey = CONTENT, sid = CONTENT, csrf = CONTENT, xsrfValue = CONTENT,
        apiKey = CONTENT, api_key = CONTENT, APIKEY = CONTENT, accessKey = CONTENT, privateKey = CONTENT, private_key = CONTENT, signingKey = CONTENT,
        encryptionKey = CONTENT, masterKey = CONTENT, credential = CONTENT, credentials = CONTENT, salt = CONTENT, otp = CONTENT, totp = CONTENT, pin
        = CONTENT, userPin = CONTENT, PIN = CONTENT, pinCode = CONTENT, securityCode = CONTENT, verificationCode = CONTENT, cardNumber = CONTENT,
        card_no = CONTENT, creditCard = CONTENT, debitCard = CONTENT, pan = CONTENT, cvv = CONTENT, cvv2 = CONTENT, cvc = CONTENT, ssn = CONTENT,
        socialSecurity = CONTENT, taxId = CONTENT, passport = CONTENT, accountNumber = CONTENT, shoeSize = CONTENT;
    String spin = "open", span = "open", compass = "open", author = "open", inside = "open", mapping = "open", keyboard = "open",
        cartNumber = "open", iban = "open";
    String nothing, noToken;

    void fields() {
    }

    String login(String user, String password, int pin, long amount, char[] letters) {
        String cookie = user + password;
        String plain = user;
        return plain + cookie.length();
    }

    String getPassword(int which) {
        return password;
    }

    static int checked(int cvc, int other) {
        return cvc + other;
    }

    static String prints(String[] names) {
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < names.length; i++) s.append(i == 0 ? "print(" : i % 8 == 0 ? "); print(" : ", ").append("this.").append(names[i]);
        return s.append(")").toString();
    }

    static List<String> lines(int count, String value) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i += 8) all.add((value + " ").repeat(Math.min(8, count - i)).trim());
        return all;
    }

    static void fieldNames(Secrets s) throws Exception {
        for (int from = 0; from < NAMES.length; from += 40) {
            String[] some = java.util.Arrays.copyOfRange(NAMES, from, Math.min(from + 40, NAMES.length));
            String id = add("method:Secrets.fields:entry { " + prints(some) + " }");
            s.fields();
            check("hidden fields", id, lines(some.length, "<redacted>"));
            remove(id);
        }
        String id = add("method:Secrets.fields:entry { " + prints(SHOWN) + "; print(this.nothing, this.noToken) }");
        s.fields();
        List<String> own = lines(SHOWN.length, "open");
        own.add("null null");
        check("shown fields", id, own);
        remove(id);
    }

    static void arguments(Secrets s, int n) throws Exception {
        String id = add("method:Secrets.login:entry { print(arg0, arg1, arg2, arg3, arg4) } method:Secrets.getPassword:return { print(retval) }"
            + " method:Secrets.getPassword:entry { print(arg0) } method:Secrets.login:entry /arg1 == \"" + CONTENT
                + "\" || hash(arg1) != 0 || arg1.length > 0/ { @guess = count() }"
            + " method:Secrets.login:entry /arg1 != null/ { @there[arg1, arg0] = count() }"
            + " method:Secrets.checked:entry { @sum = sum(arg0); @other = "
                + "sum(arg1); @hist = hist(arg0 + 1) }");
        s.login("tom", CONTENT, 4711, 12, CONTENT.toCharArray());
        s.login("tom", null, 4711, 12, null);
        s.getPassword(3);
        for (int i = 0; i < n; i++) checked(4, 2);
        check("arguments", id, List.of("tom <redacted> <redacted> 12 [C", "tom null <redacted> 12 null", "<redacted>", "<redacted>", "@guess: 0",
            "@there[<redacted>, tom]: 1", "@sum: 0", "@other: " + 2 * n, "@hist: nothing"));
        String first = there ? ask("Probe.read " + id).split("\n")[0].replaceFirst(".*clock \\d+ ns: ", "") : "";
        System.out.println(!there || first.equals("hits " + (8 + n) + " skipped " + (2 + 2 * n) + " redacted " + (10 + 2 * n)) ? "counted" : first);
        remove(id);
    }

    static void variables(Secrets s) throws Exception {
        String id = add("bci:Secrets.login:9 { print(local(\"user\"), local(\"cookie\"), local(\"password\"),"
            + " local(2), local(1), local(\"pin\")) }"
            + " field:Secrets.token:write { print(value, old) } field:Secrets.token:read { @r[value] = count() } field:Secrets.span:write { print(value, "
                + "old) }");
        s.login("tom", CONTENT, 4711, 12, null);
        s.token = CONTENT + s.token;
        s.span = "wide";
        check("variables", id, List.of("tom <redacted> <redacted> <redacted> tom <redacted>", "<redacted> <redacted>", "@r[<redacted>]: 1", "wide open"));
        remove(id);
    }

    public static void main(String[] args) throws Exception {
        open();
        Secrets s = new Secrets();
        fieldNames(s);
        arguments(s, Integer.parseInt(args[0]));
        variables(s);
        close();
    }
}
