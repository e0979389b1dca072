#include "agentc/Net/Address.h"

#include <gtest/gtest.h>

#include <arpa/inet.h>

using namespace agentc;

TEST(Address, ReadsEveryFormOfIpv4) {
  for (const char *text : {"127.0.0.1", "127.1", "127.0.1", "0x7f.1", "0177.0.0.01", "2130706433",
                           "0x7F000001", "017700000001", "127.0.0.1."})
    EXPECT_EQ(parseIpv4(text), 0x7F000001u) << text;
  EXPECT_EQ(parseIpv4("0x"), 0u);
  EXPECT_EQ(parseIpv4("1.65535.0"), std::nullopt);
  for (const char *text :
       {"", "1.2.3.4.5", "256.1", "4294967296", "08", "1.2.3.x", "a", "-1", "1..2"})
    EXPECT_EQ(parseIpv4(text), std::nullopt) << text;
}

TEST(Address, ReadsIpv6) {
  EXPECT_EQ(parseIpv6("::1"), (Ipv6Address{0, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(parseIpv6("::"), Ipv6Address{});
  EXPECT_EQ(parseIpv6("fe80::1%eth0"), (Ipv6Address{0xFE80, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(parseIpv6("1:2:3:4:5:6:1.2.3.4"), (Ipv6Address{1, 2, 3, 4, 5, 6, 0x102, 0x304}));
  for (const char *text : {"", "1:2", "1:2:3:4:5:6:7:8:9", "12345::", ":1", "1::2::3", "g::"})
    EXPECT_EQ(parseIpv6(text), std::nullopt) << text;
}

TEST(Address, KnowsNeighborhoods) {
  auto is = [](const char *host, Neighborhood neighborhood) {
    EXPECT_EQ(neighborhoodOfHost(host), neighborhood) << host;
  };
  is("169.254.169.254", Neighborhood::Metadata);
  is("[::ffff:169.254.169.254]", Neighborhood::Metadata);
  is("[2002:a9fe:a9fe::]", Neighborhood::Metadata);
  is("[fd00:ec2::254]:80", Neighborhood::Metadata);
  is("LOCALHOST:8080", Neighborhood::Loopback);
  is("app.localhost.", Neighborhood::Loopback);
  is("0", Neighborhood::Loopback);
  is("[::7f00:1]", Neighborhood::Loopback);
  is("172.31.255.255", Neighborhood::Private);
  is("192.168.0.1:443", Neighborhood::Private);
  is("app.10.0.0.1.sslip.io", Neighborhood::Private);
  is("169.254.1.1", Neighborhood::LinkLocal);
  is("[fe80::1]", Neighborhood::LinkLocal);
  is("100.127.0.1", Neighborhood::Carrier);
  is("224.0.0.1", Neighborhood::Reserved);
  for (const char *host : {"8.8.8.8", "172.32.0.1", "100.128.0.1", "example.com", "notlocalhost",
                           "internal.example.com", "8.8.8.8.nip.io", "[2606:4700::1111]", ""})
    EXPECT_EQ(neighborhoodOfHost(host), std::nullopt) << host;
}

TEST(Address, JudgesSocketAddresses) {
  auto v6 = [](const char *text) {
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    EXPECT_EQ(inet_pton(AF_INET6, text, &address.sin6_addr), 1) << text;
    std::optional<SocketAddress> read =
        readSocketAddress(reinterpret_cast<sockaddr *>(&address), sizeof address);
    return read ? read->neighborhood : Neighborhood::Reserved;
  };
  for (const char *text : {"::1", "::", "::ffff:127.0.0.1", "::7f00:1", "64:ff9b::7f00:1",
                           "2002:7f00:1::", "2001:0:1:2:3:4:80ff:fffe"})
    EXPECT_EQ(v6(text), Neighborhood::Loopback) << text;
  EXPECT_EQ(v6("fe80::1"), Neighborhood::LinkLocal);
  EXPECT_EQ(v6("fd00::1"), Neighborhood::Private);
  EXPECT_EQ(v6("64:ff9b:1::1"), Neighborhood::Private);
  EXPECT_EQ(v6("ff02::1"), Neighborhood::Reserved);
  EXPECT_EQ(v6("2606:4700::1111"), std::nullopt);
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_addr.s_addr = htonl(0x0A000001);
  std::optional<SocketAddress> read =
      readSocketAddress(reinterpret_cast<sockaddr *>(&v4), sizeof v4);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text, "10.0.0.1");
  EXPECT_EQ(read->neighborhood, Neighborhood::Private);
  v4.sin_family = AF_UNIX;
  EXPECT_FALSE(readSocketAddress(reinterpret_cast<sockaddr *>(&v4), sizeof v4));
}
