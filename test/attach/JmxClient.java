import com.sun.tools.attach.VirtualMachine;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What jconsole does with a process id: starts the agent there, connects, reads every MBean, listens for a notification. */
public class JmxClient {
    static int notifications;

    public static void main(String[] args) throws Exception {
        VirtualMachine vm = VirtualMachine.attach(args[0]);
        String address = vm.startLocalManagementAgent();
        System.out.println("again the same: " + address.equals(vm.startLocalManagementAgent()));
        vm.detach();
        try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address))) {
            MBeanServerConnection server = connector.getMBeanServerConnection();
            RuntimeMXBean runtime = ManagementFactory.newPlatformMXBeanProxy(server, ManagementFactory.RUNTIME_MXBEAN_NAME, RuntimeMXBean.class);
            System.out.println("name " + runtime.getVmName());
            int read = 0;
            for (ObjectName bean : server.queryNames(null, null)) {
                MBeanAttributeInfo[] infos = server.getMBeanInfo(bean).getAttributes();
                for (MBeanAttributeInfo info : infos) {
                    // What a VM need not have: thresholds of pools, the class path of the boot loader.
                    if (info.getName().contains("UsageThreshold") || info.getName().equals("BootClassPath")) continue;
                    server.getAttribute(bean, info.getName());
                    read++;
                }
            }
            System.out.println("attributes of all beans: " + (read > 100));
            Object told = new Object();
            for (ObjectName collector : server.queryNames(new ObjectName("java.lang:type=GarbageCollector,*"), null))
                server.addNotificationListener(collector, (Notification n, Object handback) -> {
                    synchronized (told) {
                        notifications++;
                        told.notifyAll();
                    }
                }, null, null);
            server.invoke(new ObjectName(ManagementFactory.MEMORY_MXBEAN_NAME), "gc", null, null);
            synchronized (told) {
                while (notifications == 0) told.wait(30_000);
            }
            System.out.println("notified of a collection");
        }
    }
}
