import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContentCompressor;
import io.netty.handler.codec.http.HttpContentDecompressor;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.CharsetUtil;
import io.netty.util.HashedWheelTimer;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.Timeout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

public class NettyShop {
    static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    // --- Handlers ---

    @ChannelHandler.Sharable
    static class EchoBack extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ctx.writeAndFlush(message);
        }
    }

    /** Keeps the checksum of all frames that come, in their order, and says when the last has come. */
    static class Checksum extends SimpleChannelInboundHandler<ByteBuf> {
        final CRC32 crc = new CRC32();
        final CountDownLatch all;
        long bytes;

        Checksum(int frames) {
            all = new CountDownLatch(frames);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf frame) {
            bytes += frame.readableBytes();
            byte[] copy = new byte[frame.readableBytes()];
            frame.readBytes(copy);
            crc.update(copy);
            all.countDown();
        }

        String result() throws InterruptedException {
            if (!all.await(300, TimeUnit.SECONDS)) return "frames are missing: " + all.getCount();
            return bytes + " bytes, " + Long.toHexString(crc.getValue());
        }
    }

    @ChannelHandler.Sharable
    static class Web extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
            QueryStringDecoder query = new QueryStringDecoder(request.uri());
            String text = switch (query.path()) {
                case "/hello" -> "hello " + query.parameters();
                case "/long" -> "much ".repeat(Integer.parseInt(query.parameters().get("n").get(0)));
                case "/body" -> request.content().readableBytes() + " bytes, " + request.content().toString(CharsetUtil.UTF_8).hashCode();
                default -> null;
            };
            ctx.writeAndFlush(answer(text == null ? HttpResponseStatus.NOT_FOUND : HttpResponseStatus.OK, text == null ? query.path() + "?" : text));
        }

        static FullHttpResponse answer(HttpResponseStatus status, String text) {
            FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.copiedBuffer(text, CharsetUtil.UTF_8));
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain").setInt(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
            return response;
        }
    }

    static class Answers extends SimpleChannelInboundHandler<FullHttpResponse> {
        final BlockingQueue<String> got = new LinkedBlockingQueue<>();

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpResponse response) {
            got.add(response.status() + " " + response.content().toString(CharsetUtil.UTF_8));
        }
    }

    static ChannelInitializer<Channel> handlers(java.util.function.Supplier<ChannelHandler[]> make) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline().addLast(make.get());
            }
        };
    }

    static ChannelHandler[] framed(ChannelHandler last) {
        return new ChannelHandler[] {new LengthFieldBasedFrameDecoder(1 << 20, 0, 4, 0, 4), new LengthFieldPrepender(4), last};
    }

    // --- What is done with them ---

    static void echo(EventLoopGroup group, int frames) throws Exception {
        Channel server = new ServerBootstrap().group(group).channel(NioServerSocketChannel.class)
            .childHandler(handlers(() -> framed(new EchoBack()))).bind(ANY).sync().channel();
        System.out.println("echo: " + send(new Bootstrap().group(group).channel(NioSocketChannel.class), server.localAddress(), frames));
        server.close().sync();
    }

    static void pipe(int frames) throws Exception {
        EventLoopGroup group = new DefaultEventLoopGroup(2);
        LocalAddress address = new LocalAddress("pipe");
        Channel server = new ServerBootstrap().group(group).channel(LocalServerChannel.class)
            .childHandler(handlers(() -> framed(new EchoBack()))).bind(address).sync().channel();
        System.out.println("pipe: " + send(new Bootstrap().group(group).channel(LocalChannel.class), address, frames));
        server.close().sync();
        end(group);
    }

    /** Frames of many lengths, from pooled buffers on the heap and outside. */
    static String send(Bootstrap bootstrap, SocketAddress address, int frames) throws Exception {
        Checksum checksum = new Checksum(frames);
        Channel channel = bootstrap.handler(handlers(() -> framed(checksum))).connect(address).sync().channel();
        for (int i = 0; i < frames; i++) {
            int length = i * 37 % 3000;
            ByteBuf frame = i % 2 == 0 ? PooledByteBufAllocator.DEFAULT.directBuffer(length) : PooledByteBufAllocator.DEFAULT.heapBuffer(length);
            for (int k = 0; k < length; k++) frame.writeByte(k * i);
            if (i % 64 == 63) channel.writeAndFlush(frame).sync();
            else channel.write(frame);
        }
        channel.flush();
        String result = checksum.result();
        channel.close().sync();
        return result;
    }

    static void web(EventLoopGroup group, int requests) throws Exception {
        Channel server = new ServerBootstrap().group(group).channel(NioServerSocketChannel.class)
            .childHandler(handlers(() -> new ChannelHandler[] {new HttpServerCodec(), new HttpContentCompressor(), new HttpObjectAggregator(1 << 20),
                new Web()}))
            .bind(ANY).sync().channel();
        Answers answers = new Answers();
        Channel client = new Bootstrap().group(group).channel(NioSocketChannel.class)
            .handler(handlers(() -> new ChannelHandler[] {new HttpClientCodec(), new HttpContentDecompressor(), new HttpObjectAggregator(1 << 20), answers}))
            .connect(server.localAddress()).sync().channel();
        System.out.println(ask(client, answers, "/hello?name=tea&name=scones", ""));
        System.out.println(ask(client, answers, "/nothing", ""));
        System.out.println(ask(client, answers, "/body", "jam".repeat(100_000)));
        CRC32 sum = new CRC32();
        for (int i = 0; i < requests; i++) sum.update(ask(client, answers, i % 2 == 0 ? "/long?n=" + i : "/hello?i=" + i, "").getBytes());
        System.out.println("web: " + requests + " requests, " + Long.toHexString(sum.getValue()));
        client.close().sync();
        server.close().sync();
    }

    static String ask(Channel client, Answers answers, String path, String body) throws InterruptedException {
        ByteBuf content = Unpooled.copiedBuffer(body, CharsetUtil.UTF_8);
        FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, body.isEmpty() ? HttpMethod.GET : HttpMethod.POST, path, content);
        request.headers().set(HttpHeaderNames.HOST, "localhost").set(HttpHeaderNames.ACCEPT_ENCODING, "gzip")
            .setInt(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
        client.writeAndFlush(request).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        return String.valueOf(answers.got.poll(300, TimeUnit.SECONDS));
    }

    /** One datagram after the other: the next goes when the last is back, so that none is lost. */
    static void datagrams(EventLoopGroup group, int count) throws Exception {
        Channel server = new Bootstrap().group(group).channel(NioDatagramChannel.class).handler(new SimpleChannelInboundHandler<DatagramPacket>() {
            @Override
            protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket packet) {
                ctx.writeAndFlush(new DatagramPacket(packet.content().retain(), packet.sender()));
            }
        }).bind(ANY).sync().channel();
        BlockingQueue<String> back = new LinkedBlockingQueue<>();
        Channel client = new Bootstrap().group(group).channel(NioDatagramChannel.class).handler(new SimpleChannelInboundHandler<DatagramPacket>() {
            @Override
            protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket packet) {
                back.add(packet.content().toString(CharsetUtil.UTF_8));
            }
        }).bind(ANY).sync().channel();
        int sum = 0;
        for (int i = 0; i < count; i++) {
            client.writeAndFlush(new DatagramPacket(Unpooled.copiedBuffer("packet " + i, CharsetUtil.UTF_8), (InetSocketAddress) server.localAddress()));
            sum = 31 * sum + String.valueOf(back.poll(60, TimeUnit.SECONDS)).hashCode();
        }
        System.out.println("datagrams: " + sum);
        client.close().sync();
        server.close().sync();
    }

    static void embedded() {
        EmbeddedChannel channel = new EmbeddedChannel(new LengthFieldBasedFrameDecoder(100, 0, 2, 0, 2));
        ByteBuf two = Unpooled.buffer().writeShort(3).writeBytes("tea".getBytes()).writeShort(6).writeBytes("sco".getBytes());
        System.out.println("embedded: " + channel.writeInbound(two) + " " + channel.inboundMessages().size());
        channel.writeInbound(Unpooled.copiedBuffer("nes", CharsetUtil.UTF_8));
        for (ByteBuf b = channel.readInbound(); b != null; b = channel.readInbound()) {
            System.out.println("  " + b.toString(CharsetUtil.UTF_8));
            ReferenceCountUtil.release(b);
        }
        try {
            channel.writeInbound(Unpooled.buffer().writeShort(5000));
        } catch (RuntimeException e) {
            System.out.println("  " + e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static void timers() throws Exception {
        HashedWheelTimer timer = new HashedWheelTimer(5, TimeUnit.MILLISECONDS);
        CountDownLatch ran = new CountDownLatch(10);
        for (int i = 0; i < 10; i++) timer.newTimeout(t -> ran.countDown(), i * 3, TimeUnit.MILLISECONDS);
        Timeout never = timer.newTimeout(t -> System.out.println("late"), 1, TimeUnit.HOURS);
        System.out.println("timers: " + ran.await(60, TimeUnit.SECONDS) + " " + never.cancel());
        timer.stop();
    }

    static void end(EventLoopGroup group) throws InterruptedException {
        group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
    }

    public static void main(String[] args) throws Exception {
        EventLoopGroup group = new NioEventLoopGroup(3);
        embedded();
        echo(group, 20_000);
        pipe(20_000);
        web(group, 3_000);
        datagrams(group, 2_000);
        timers();
        end(group);
        System.out.println("done");
    }
}
