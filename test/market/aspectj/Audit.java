import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.AfterThrowing;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.aspectj.lang.annotation.DeclareParents;

@Aspect
public class Audit {
    public interface Audited {}

    @DeclareParents("Bank.Account")
    public static Audited audited;

    @Around("execution(int Bank.Account.balance())")
    public Object around(ProceedingJoinPoint point) throws Throwable {
        System.out.println("around " + point.getSignature());
        return (Integer) point.proceed() + 1000;
    }

    @Before("call(void Bank.Account.deposit(int)) && args(amount)")
    public void before(JoinPoint point, int amount) {
        System.out.println("deposit " + amount + " from " + point.getThis() + " line " + point.getSourceLocation().getLine());
    }

    @Before("set(int Bank.Account.balance)")
    public void write(JoinPoint point) {
        System.out.println("write " + point.getSignature() + " " + point.getArgs()[0]);
    }

    @AfterThrowing(pointcut = "execution(* Bank.Account.*(..))", throwing = "e")
    public void thrown(JoinPoint point, Exception e) {
        System.out.println("thrown " + e.getMessage() + " by " + point.getSignature().getName());
    }
}
